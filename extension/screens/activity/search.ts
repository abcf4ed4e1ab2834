import type { Transaction } from '#shared/model/transaction.ts'
import type { CardName } from '../../store/sealed/notas.ts'
import { isSame } from '../../ui/addresses/address-rules.ts'

/**
 * Those of which a note, a reference, somebody's name, an address or a hash has what is sought. The gateway keeps notes and
 * names sealed, so that only rows that were read here can be searched.
 */
export function sought(items: readonly Transaction[], search: string, names: readonly CardName[]): Transaction[] {
  const text = search.normalize('NFKC').trim().toLowerCase()
  if (text === '') return [...items]
  const has = (value: string | null | undefined) => value?.normalize('NFKC').toLowerCase().includes(text) === true
  return items.filter(({ note, externalId, from, to, txHash, settlementTxHash }) => {
    const whose = names.filter(({ address }) => isSame(address, from) || isSame(address, to))
    return [note, externalId, from, to, txHash, settlementTxHash, ...whose.map(({ name }) => name)].some(has)
  })
}
