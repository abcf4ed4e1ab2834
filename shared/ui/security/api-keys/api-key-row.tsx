import type { ApiKey } from '../../../model/sign-in.ts'
import { Scope } from '../../../model/user.ts'
import { Button } from '../../kit/buttons/button.tsx'
import { Row } from '../../kit/layout/rows.tsx'
import { atTime, onDay } from '../../kit/values/ago.ts'
import { Tag } from '../../kit/values/tag.tsx'
import { securityWords } from '../../words/security.ts'

export type ApiKeyRowProps = {
  apiKey: ApiKey
  /** Whether it is the one that this browser uses. */
  own: boolean
  onRevoke: () => void
}

/** A key as its account sees it again: never the secret. */
export function ApiKeyRow({ apiKey, own, onRevoke }: ApiKeyRowProps) {
  const said = securityWords.apiKeys
  const used = apiKey.lastUsedAt === null ? said.never : said.used(atTime(apiKey.lastUsedAt))
  return (
    <Row
      icon="key"
      title={
        <>
          {apiKey.label} {own && <Tag tone="accent">{said.own}</Tag>}
        </>
      }
      meta={[
        <code key="prefix">{`${apiKey.prefix}…`}</code>,
        limitsOf(apiKey),
        said.made(onDay(apiKey.createdAt), used),
      ]}
      actions={
        <Button kind="quiet-danger" label={said.revokeOf(apiKey.label)} onClick={onRevoke}>
          {said.revoke}
        </Button>
      }
    />
  )
}

function limitsOf({ scopes, walletIds, expiresAt }: ApiKey): string {
  const said = securityWords.apiKeys
  const limits = [
    scopes.length === Scope.options.length ? said.everything : said.may(scopes),
    ...(walletIds === null ? [] : [said.wallets(walletIds.length)]),
    ...(expiresAt === null ? [] : [said.until(onDay(expiresAt))]),
  ]
  return limits.join(' · ')
}
