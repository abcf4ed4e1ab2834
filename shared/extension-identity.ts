/**
 * Who the browser extension is, the same on every machine, so that a gateway can know its origins beforehand.
 * The private half of the key was thrown away when it was made: a store signs packages with a key of its own.
 */

/** Public half of an RSA key of 2048 bits (DER, base64): the `key` of Chrome's manifest, which fixes the ID. @public of the build */
export const CHROME_PUBLIC_KEY =
  'MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAsici7ccETDNAsajHVHtGNXCpjW1nheaU1BQeXtaL7ZSltbTxqDqhKU59KC1BrjDf04OqZqxn/OeYNla0dGWuUSqDIyDPVbU+dPfzPlQ5/yigadhVNFR0csLrI0k5djMTnBsR6WWfGYC7zyVtrRNmW2gYMExTbUd07nglaUBLhF87Nb6b6th8jJJ+YylXeK6sidkeu5aLyIgcTGX5N1vQTQ3P8JE0cr+Cl9peUKKS2gjRzT6YPh5gk2FvqqC9QBWIow7Rm3QRFY0zXkhwnU0FSVIfQBwIc8FHo/AHR+NAHROTJh0RfTfgJ+NTc15l+HD6vA4OimZrpFSh8YFigteEwwIDAQAB'

/** First half of the key's SHA-256, its hexadecimal digits written as the letters a to p. */
export const CHROME_ID = 'hkjjmefgmbmlbjpkfcahffljkekkoinc'

/** The add-on ID of Firefox's manifest. @public of the build */
export const FIREFOX_ID = 'wallet@sotto.invalid'

/** Origin of the extension's pages in Chrome, for requests and passkeys alike. */
export const CHROME_ORIGIN = `chrome-extension://${CHROME_ID}`

/**
 * Origin that Firefox writes into a passkey's client data: the SHA-256 of the add-on ID in the letters a to p.
 * Its pages and requests have another one, a UUID that is random per profile.
 */
export const FIREFOX_PASSKEY_ORIGIN = 'moz-extension://ocjledhdaobohmnhgjndmmkcfaghpipiagcgcboopcnhfmcjfbhaflcneahimakg'
