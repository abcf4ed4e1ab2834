import { ask } from '../../background/ask.ts'
import { browser } from '../../browser.ts'
import { profiles } from '../../gateway/profiles.ts'
import { Problem } from '../../problem.ts'
import { enabling, sites } from '../../sites/sites.ts'
import { explorers } from '../../store/explorers.ts'
import { settings } from '../../store/settings.ts'
import { type Contents, contentsIn, contentsOf, hostsOf, storedOf } from './contents.ts'

/** What goes into a backup of this wallet. Throws where that could not be restored. */
export async function collect(): Promise<string> {
  const [known, chosen, links, enabled] = await Promise.all([
    profiles.get(),
    settings.get(),
    explorers.get(),
    sites.get(),
  ])
  const text = contentsOf({ profiles: known, settings: chosen, explorers: links, sites: enabled })
  if (contentsIn(text) === undefined) throw new Problem('storage_damaged')
  return text
}

/**
 * Puts a backup into a wallet without gateways, all of it or nothing. The browser is asked for the hosts first, straight
 * after the press; `false` where it was not given them.
 */
export async function restore(contents: Contents): Promise<boolean> {
  // A site that was asked for before is not what is given now.
  void enabling.remove()
  const granted = browser.permissions.request({ origins: hostsOf(contents) })
  if (!(await granted.catch(() => false))) return false
  await ask('profile.restore', storedOf(contents))
  return true
}
