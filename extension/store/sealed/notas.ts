import * as z from 'zod/mini'
import { NOTA_BYTES_MAX } from '#shared/limits.ts'
import { Problem } from '../../problem.ts'
import { sealedStore } from './sealed-store.ts'

export const NOTA_KINDS = ['address-card', 'receipt'] as const

/** Whose an address card is, as the gateway read it when it was kept. */
export const Card = z.strictObject({ address: z.string(), label: z.nullable(z.string()) })

/** What somebody is called here who pays or is paid. */
export type CardName = { address: string; name: string }

const Stored = z.strictObject({
  kind: z.enum(NOTA_KINDS),
  name: z.string(),
  text: z.string(),
  /** Only of a card that was valid; those that were kept by an older wallet lack it. */
  card: z.optional(Card),
})

/** A nota file as it was saved. `text` is the file's own, unchanged to the last byte; the wallet never looks into it. */
export type SavedNota = z.infer<typeof Stored> & { id: string; savedAt: number }

const store = sealedStore('nota', Stored)

const LIST_MAX = 500

/** The same file saved twice is one entry. */
export async function saveNota(
  key: CryptoKey,
  profileId: string,
  nota: z.infer<typeof Stored>,
  now: number,
): Promise<SavedNota> {
  const bytes = new TextEncoder().encode(nota.text)
  if (bytes.length > NOTA_BYTES_MAX) throw new Problem('nota_too_large')
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  const id = Array.from(digest.slice(0, 16), (byte) => byte.toString(16).padStart(2, '0')).join('')
  // Saved again under another name, it is still the file that it was.
  const at = (await store.get(key, profileId, id))?.at ?? now
  await store.put(key, profileId, [{ id, at, value: nota }])
  return { ...nota, id, savedAt: at }
}

export async function listNotas(key: CryptoKey, profileId: string): Promise<SavedNota[]> {
  const entries = await store.list(key, profileId, LIST_MAX)
  return entries.map(({ id, at, value }) => ({ ...value, id, savedAt: at }))
}

/** The label of a card is its owner's word for themselves; without one, or once renamed, it is what the person calls the file. */
export async function cardNames(key: CryptoKey, profileId: string): Promise<CardName[]> {
  const entries = await store.list(key, profileId, LIST_MAX)
  return entries.flatMap(({ value: { card, name } }) =>
    card === undefined ? [] : [{ address: card.address, name: card.label ?? name.replace(/\.nota$/, '') }],
  )
}

export async function removeNota(profileId: string, id: string): Promise<void> {
  await store.remove(profileId, id)
}
