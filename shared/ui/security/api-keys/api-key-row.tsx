import type { ApiKey } from '../../../model/sign-in.ts'
import { Scope } from '../../../model/user.ts'
import { Button } from '../../kit/buttons/button.tsx'
import { Row } from '../../kit/layout/rows.tsx'
import { atTime, onDay } from '../../kit/values/ago.ts'
import { securityWords } from '../../words/security.ts'

/** A key as its account sees it again: never the secret. */
export function ApiKeyRow({ apiKey, onRevoke }: { apiKey: ApiKey; onRevoke: () => void }) {
  const said = securityWords.apiKeys
  const used = apiKey.lastUsedAt === null ? said.never : said.used(atTime(apiKey.lastUsedAt))
  return (
    <Row
      icon="key"
      title={apiKey.label}
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
