// Root: the addresses of the bot, which may lie below a path of their host.

const { root: place = "./", sprites = "sprites/", toCopy = "" } = document.documentElement.dataset;

/** The address of the bot's page. */
export const root = new URL(place, location.href).href;

/** The address with which links begin that people copy: that of the page for other machines. */
export const shared = toCopy || root;

/**
 * Return a whole address for other people.
 *
 * @param {string} address
 */
export const toShare = (address) => new URL(address.startsWith("/") ? `.${address}` : address, shared).href;

/**
 * Return a whole address; a path such as `/socket` lies below the bot's page.
 *
 * @param {string} address
 */
export const at = (address) => new URL(address.startsWith("/") ? `.${address}` : address, root).href;

/**
 * Return the address of a file from which boards of a theme are drawn.
 *
 * @param {string} theme
 * @param {string} file
 */
export const spriteAt = (theme, file) => new URL(`${sprites}${theme}/${file}`, location.href).href;
