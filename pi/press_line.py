"""One line for people on what a press was ruled to be."""

from record.events import Ruled

MARKS = {"legal": "green", "corrected": "cyan", "unsure": "yellow"}


def press_line(event: Ruled) -> str:
    """Number, side, move, verdict and how sure, with rich's colour marks."""
    colour = MARKS.get(event.verdict, "red")
    move = event.move or "-"
    again = " (amended)" if event.amends else ""
    alerts = "".join(f"  {alert.text}" + (f" (Art. {alert.article})" if alert.article else "") for alert in event.alerts)
    sure = sureness(event.confidence)
    return f"{event.seq:4}  {event.side:5}  [bold]{move:9}[/bold] [{colour}]{event.verdict}{again}[/{colour}]  {sure}{alerts}"


def sureness(confidence: float) -> str:
    """A probability as people read it; never 100 %, for nothing is."""
    return f"{min(confidence, 0.9999):.2%} sure"
