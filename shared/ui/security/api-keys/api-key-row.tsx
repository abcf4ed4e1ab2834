import type { ApiKey } from '../../../model/sign-in.ts'
import { Button } from '../../kit/buttons/button.tsx'
import { Row } from '../../kit/layout/rows.tsx'
import { atTime, onDay } from '../../kit/values/ago.ts'
import { nameOf } from '../../kit/values/name-of.ts'
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
  const words = securityWords.apiKeys
  const used = apiKey.lastUsedAt === null ? words.never : words.used(atTime(apiKey.lastUsedAt))
  return (
    <Row
      icon="key"
      title={
        <>
          {apiKey.label} {own && <Tag tone="accent">{words.own}</Tag>}
        </>
      }
      meta={[
        <code key="prefix">{`${apiKey.prefix}…`}</code>,
        limitsOf(apiKey),
        words.made(onDay(apiKey.createdAt), used),
      ]}
      actions={
        <Button kind="quiet-danger" label={words.revokeOf(apiKey.label)} onClick={onRevoke}>
          {words.revoke}
        </Button>
      }
    />
  )
}

function limitsOf({ scopes, walletIds, expiresAt }: ApiKey): string {
  const { apiKeys: words, newKey } = securityWords
  const limits = [
    ...scopes.map((scope) => nameOf(newKey.scope, scope)),
    ...(walletIds === null ? [] : [words.wallets(walletIds.length)]),
    ...(expiresAt === null ? [] : [words.until(onDay(expiresAt))]),
  ]
  return limits.join(' · ')
}
