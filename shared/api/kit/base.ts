/** What every address, probe and cookie of the API begins with. */
export const BASE_PATH = '/api/v1'
export const SERVICE = 'sotto' as const
export const VERSION = 'v1' as const
export const SESSION_COOKIE = 'sotto_session'
/** Header in which a caller may name the account whose session it takes its cookie to be. */
export const ACCOUNT_HEADER = 'sotto-account'
/** The one environment there is so far, as `GET /sandbox` names it. */
export const ENVIRONMENT = 'sandbox' as const
/** The test network of the API document. */
export const CHAIN_ID = 11155111
