// The addresses of the board that this page shows; the page names the one that they all lie below.
const { base } = document.body.dataset;

/** @param {string} path */
export function below(path) {
  return `${base}/${path}`;
}

/** @param {string} name */
export function pictureAddress(name) {
  return below(`picture/${name.split("/").map(encodeURIComponent).join("/")}`);
}
