let ofThisFile = new AbortController()

/** Aborted at the end of the test file that asks. */
export function closingWithFile(): AbortSignal {
  return ofThisFile.signal
}

/** Files of one worker share their modules: a stream that a test leaves open would look for news beside all later files. */
export function closeWorlds(): void {
  ofThisFile.abort()
  ofThisFile = new AbortController()
}
