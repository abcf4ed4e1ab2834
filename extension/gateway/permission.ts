import { browser } from '../browser.ts'
import { permissionPattern } from './origin.ts'

/** Asks the browser for the one host; must be the first thing after a click, or the browser refuses to ask. */
export function askPermission(origin: string): Promise<boolean> {
  return browser.permissions.request({ origins: [permissionPattern(origin)] })
}

export function hasPermission(origin: string): Promise<boolean> {
  return browser.permissions.contains({ origins: [permissionPattern(origin)] })
}

/** Gives the host back, unless another gateway on it is still connected. */
export async function dropPermission(origin: string, stillUsed: string[]): Promise<void> {
  const pattern = permissionPattern(origin)
  if (!stillUsed.some((other) => permissionPattern(other) === pattern))
    await browser.permissions.remove({ origins: [pattern] })
}
