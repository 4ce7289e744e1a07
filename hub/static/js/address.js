// Where what belongs to this page's board is found: the page says below which address.
const { base } = document.body.dataset;

export function below(path) {
  return `${base}/${path}`;
}

export function pictureAddress(name) {
  return below(`picture/${name.split("/").map(encodeURIComponent).join("/")}`);
}
