// When a page arrived in this browser.

/**
 * When the page began to arrive, on the clock of `performance.now()`: the readings that came with it are of that moment.
 * @returns {number | undefined}
 */
export function pageArrivedMs() {
  const [entry] = performance.getEntriesByType("navigation");
  return entry instanceof PerformanceNavigationTiming ? entry.responseStart : undefined;
}
