import { useState } from 'preact/hooks'

/** A value that is made once and stays for as long as the component does, such as the key of one request. */
export function useOnce<T>(make: () => T): T {
  return useState(make)[0]
}
