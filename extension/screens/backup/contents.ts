import * as z from 'zod/mini'
import { gatewayOrigin, permissionPattern } from '../../gateway/origin.ts'
import { PROFILE_COLOURS, Profile, type ProfileList } from '../../gateway/profiles.ts'
import { isPageOrigin } from '../../sites/page-origin.ts'
import { Site } from '../../sites/sites.ts'
import { Settings } from '../../store/settings.ts'
import { readExplorer } from '../../ui/addresses/explorer.ts'

/** What is kept of a gateway: all but its key (`gateway/decisions/0037-backup-of-the-wallet.md`). */
const Gateway = z.pick(Profile, {
  id: true,
  origin: true,
  name: true,
  colour: true,
  userId: true,
  email: true,
  createdAt: true,
})

/** What a backup holds. */
const Contents = z.strictObject({
  settings: Settings,
  active: z.nullable(z.string()),
  gateways: z.array(Gateway).check(z.minLength(1), z.maxLength(100)),
  explorers: z.record(z.string(), z.string()),
  sites: z.array(Site).check(z.maxLength(1_000)),
})
export type Contents = z.infer<typeof Contents>

/** What the wallet has stored, as far as it goes into a backup. */
export type Stored = Omit<Contents, 'active' | 'gateways'> & { profiles: ProfileList }

/** The text to be sealed. */
export function contentsOf({ profiles: { active, list }, explorers, sites, settings }: Stored): string {
  const gateways = list.map(({ key: _, sealedKey: __, state: ___, ...gateway }) => gateway)
  const ids = new Set(gateways.map(({ id }) => id))
  // A gateway may be on its way out: nothing is left over of it.
  const contents: Contents = {
    settings,
    active,
    gateways,
    explorers: Object.fromEntries(Object.entries(explorers).filter(([id]) => ids.has(id))),
    sites,
  }
  return JSON.stringify(contents)
}

/** What a text says that was sealed; undefined where any of it is nothing that a wallet could have stored. */
export function contentsIn(text: string): Contents | undefined {
  const { data } = Contents.safeParse(JSON.parse(text))
  return data !== undefined && isWhole(data) ? data : undefined
}

/** Origins that a person could have typed, each ID once, and nothing about a gateway that is not in it. */
function isWhole({ active, gateways, explorers, sites }: Contents): boolean {
  const ids = new Set(gateways.map(({ id }) => id))
  const origins = new Set(sites.map(({ origin }) => origin))
  return (
    ids.size === gateways.length &&
    origins.size === sites.length &&
    (active === null || ids.has(active)) &&
    gateways.every(isGateway) &&
    [...origins].every(isSite) &&
    Object.entries(explorers).every(([id, base]) => ids.has(id) && isExplorer(base))
  )
}

/** As long as any that a wallet stores of itself. */
const ID = /^[\w-]{8,64}$/
const TEXT_MAX = 300

function isGateway({ id, origin, name, userId, email, colour }: Contents['gateways'][number]): boolean {
  const read = gatewayOrigin(origin)
  const isShort = [name, userId, email].every((text) => text.length <= TEXT_MAX)
  const isColour = Number.isInteger(colour) && colour >= 0 && colour < PROFILE_COLOURS
  return ID.test(id) && isShort && isColour && 'origin' in read && read.origin === origin
}

function isSite(origin: string): boolean {
  const at = URL.parse(origin)
  return at !== null && at.origin === origin && isPageOrigin(at)
}

function isExplorer(base: string): boolean {
  const read = readExplorer(base)
  return 'base' in read && read.base === base
}

/** The hosts that the browser has to give before any of it is of use. */
export function hostsOf({ gateways, sites }: Contents): string[] {
  return [...new Set([...gateways, ...sites].map(({ origin }) => permissionPattern(origin)))]
}

/** The key of a gateway that came from a backup and was not connected since. */
const noKey: Profile['key'] = { id: '', label: '', prefix: '', scopes: [], walletIds: null, expiresAt: null }

/** As the wallet stores it: every gateway without a key, until it is connected again. */
export function storedOf({ gateways, active, ...rest }: Contents): Stored {
  const list = gateways.map((gateway) => ({
    ...gateway,
    key: noKey,
    sealedKey: { iv: '', ct: '' },
    state: 'rejected' as const,
  }))
  return { ...rest, profiles: { active: active ?? list[0]?.id ?? null, list } }
}
