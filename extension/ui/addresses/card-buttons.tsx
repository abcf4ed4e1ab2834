import { useState } from 'preact/hooks'
import type { Wallet } from '#shared/model/wallet.ts'
import { Button } from '#shared/ui/kit/buttons/button.tsx'
import { Copy } from '#shared/ui/kit/buttons/copy.tsx'
import { saveFile } from '#shared/ui/kit/buttons/save-file.ts'
import { Check } from '#shared/ui/kit/forms/check.tsx'
import { announce } from '#shared/ui/kit/states/announcements.ts'
import { Loaded } from '#shared/ui/kit/states/loaded.tsx'
import { useLoad } from '#shared/ui/kit/states/use-load.ts'
import { read } from '../../background/ask.ts'
import { plainLine } from '../../plain-text.ts'
import { receiveWords } from '../../words/en/wallets/receive.ts'
import { cardFileName } from './card-file-name.ts'

/** The address card of a wallet, as a file or for the clipboard; with its label only where that is wanted. */
export function CardButtons({ profileId, wallet }: { profileId: string; wallet: Wallet }) {
  const words = receiveWords
  // The label that was ticked: a tick for one label does not count for another.
  const [wished, setWished] = useState<string | null>(null)
  const labelled = wallet.label !== null && wished === wallet.label
  const card = useLoad(
    async () => (await read(profileId, 'getWalletNota', { id: wallet.id, label: labelled ? 'true' : 'false' })).nota,
    [profileId, wallet.id, labelled],
  )
  const save = (nota: string) => {
    saveFile(cardFileName(wallet.address), nota)
    announce(words.downloaded)
  }
  return (
    <>
      {wallet.label !== null && (
        <Check
          label={words.withLabel}
          hint={words.withLabelHint(plainLine(wallet.label, 60))}
          checked={labelled}
          onChange={(on) => setWished(on ? wallet.label : null)}
        />
      )}
      <Loaded of={card}>
        {(nota) => (
          <div class="buttons">
            <Button icon="download" onClick={() => save(nota)}>
              {words.download}
            </Button>
            <Copy text={nota} label={words.copy} />
          </div>
        )}
      </Loaded>
    </>
  )
}
