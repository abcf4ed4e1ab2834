import { useState } from 'preact/hooks'
import type { PaymentRequest } from '#shared/model/request.ts'
import { Button } from '#shared/ui/kit/buttons/button.tsx'
import { Copy } from '#shared/ui/kit/buttons/copy.tsx'
import { saveFile } from '#shared/ui/kit/buttons/save-file.ts'
import { useAction } from '#shared/ui/kit/buttons/use-action.ts'
import { Card } from '#shared/ui/kit/layout/card.tsx'
import { Dialog } from '#shared/ui/kit/layout/dialog.tsx'
import { Section } from '#shared/ui/kit/layout/section.tsx'
import { useKeptFocus } from '#shared/ui/kit/layout/use-kept-focus.ts'
import { announce } from '#shared/ui/kit/states/announcements.ts'
import { Loaded } from '#shared/ui/kit/states/loaded.tsx'
import { Refused } from '#shared/ui/kit/states/refused.tsx'
import { useLoad } from '#shared/ui/kit/states/use-load.ts'
import { Qr } from '#shared/ui/kit/values/qr.tsx'
import { Time } from '#shared/ui/kit/values/time.tsx'
import { kitWords } from '#shared/ui/words/kit.ts'
import { read, write } from '../../background/ask.ts'
import { plainLine, plainToken } from '../../plain-text.ts'
import { GroupedAddress } from '../../ui/addresses/grouped-address.tsx'
import { isConfidential } from '../../ui/amounts/confidential.ts'
import { PrivateAmount } from '../../ui/amounts/private-amount.tsx'
import { Facts } from '../../ui/parts/facts.tsx'
import { Heading } from '../../ui/parts/heading.tsx'
import { routeHash } from '../../ui/routes/route.ts'
import type { ScreenProps } from '../../ui/routes/screen.ts'
import { requestsWords } from '../../words/en/requests.ts'
import { askedOf, requestFileName } from './model.ts'
import { StandingTags } from './standing-tag.tsx'
import { useRequestNews } from './use-request-news.ts'

/** One request: its payments, and ways to send it to the payer. */
export function RequestDetail(props: ScreenProps & { id: string }) {
  const { profile, id } = props
  const request = useLoad(async () => (await read(profile.id, 'getRequest', { id })).request, [profile.id, id])
  useRequestNews(profile.id, request.reload)
  // A request that is over takes its buttons away, the one that had the focus among them.
  const region = useKeptFocus()
  return (
    <>
      <Heading back="requests">{requestsWords.one}</Heading>
      <Loaded of={request}>
        {(known) => (
          <section ref={region} aria-label={requestsWords.one}>
            <div class="stack" tabIndex={-1}>
              <Said {...props} request={known} />
              {known.status === 'OPEN' && <Send profileId={profile.id} request={known} />}
              {known.status === 'OPEN' && <Cancel profileId={profile.id} request={known} onDone={request.reload} />}
            </div>
          </section>
        )}
      </Loaded>
    </>
  )
}

/** A hostile gateway may claim any number of them. */
const PAYMENTS_MAX = 50

type SaidProps = Pick<ScreenProps, 'view' | 'settings'> & { request: PaymentRequest }

function Said({ request, view, settings }: SaidProps) {
  const said = requestsWords
  const { received, token, memo, label, address, expiresAt, createdAt, transactions } = request
  const hidden = settings.hideConfidential && isConfidential(token, view?.balances?.list)
  const shown = { token: plainToken(token), hidden }
  const asked = askedOf(request)
  return (
    <Card>
      <StandingTags request={request} />
      <Facts
        facts={[
          {
            name: said.asked,
            value:
              asked.is === 'amount' ? (
                <PrivateAmount value={asked.amount} {...shown} size="l" />
              ) : asked.is === 'any' ? (
                said.anyOf(shown.token)
              ) : (
                said.lost
              ),
          },
          { name: said.received, value: <PrivateAmount value={received} {...shown} /> },
          { name: said.memo, value: memo === null ? undefined : <bdi>{plainLine(memo, 500)}</bdi> },
          { name: said.label, value: label === null ? undefined : <bdi>{plainLine(label, 100)}</bdi> },
          { name: said.until, value: expiresAt === null ? undefined : <Time at={expiresAt} as="moment" /> },
          { name: said.made, value: <Time at={createdAt} as="moment" /> },
          { name: said.address, value: <GroupedAddress value={address} /> },
          {
            name: said.payments,
            value:
              transactions.length === 0
                ? undefined
                : transactions.slice(0, PAYMENTS_MAX).map((id, at) => (
                    <p key={id}>
                      <a href={routeHash('transaction', { id })}>{said.payment(at + 1)}</a>
                    </p>
                  )),
          },
        ]}
      />
    </Card>
  )
}

type DeedProps = { profileId: string; request: PaymentRequest }

/** Its link, for a camera and for the clipboard, and its file. Neither tells the amount to who does not open it. */
function Send({ profileId, request }: DeedProps) {
  const said = requestsWords
  const { id, url } = request
  const save = useAction(async () => {
    const { nota } = await read(profileId, 'getRequestNota', { id })
    saveFile(requestFileName(request), nota)
    announce(said.downloaded)
  })
  return (
    <Section title={said.link} about={said.linkAbout}>
      <Card>
        <div class="address-block">
          <Qr text={url} label={said.qr} />
          <p class="mono request-link">
            <bdi>{plainLine(url, 500)}</bdi>
          </p>
          <div class="buttons">
            <Copy text={url} label={said.copyLink} />
            <Button icon="download" busy={save.busy} onClick={save.run}>
              {said.download}
            </Button>
          </div>
        </div>
      </Card>
      {save.failure !== undefined && <Refused failure={save.failure} />}
    </Section>
  )
}

function Cancel({ profileId, request: { id }, onDone }: DeedProps & { onDone: () => Promise<unknown> }) {
  const said = requestsWords
  const [asking, setAsking] = useState(false)
  const cancel = async () => {
    await write(profileId, 'cancelRequest', { id })
    await onDone()
    announce(said.cancelled)
  }
  return (
    <>
      <div class="buttons">
        <Button kind="quiet-danger" onClick={() => setAsking(true)}>
          {said.cancel}
        </Button>
      </div>
      {asking && (
        <Dialog
          title={said.cancelTitle}
          action={said.cancel}
          kind="danger"
          cancel={kitWords.close}
          onSubmit={cancel}
          onClose={() => setAsking(false)}
        >
          <p>{said.cancelAbout}</p>
        </Dialog>
      )}
    </>
  )
}
