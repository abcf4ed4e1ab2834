/** What a page of the wallet calls the port that it holds to the worker for as long as it is visible. */
export const SURFACE = 'surface'
