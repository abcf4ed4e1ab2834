/** What every address, probe and cookie of the API begins with. */
export const BASE_PATH = '/api/v1'
export const SERVICE = 'sotto' as const
export const VERSION = 'v1' as const
export const SESSION_COOKIE = 'sotto_session'
