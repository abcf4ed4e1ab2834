import { useState } from 'preact/hooks'
import { Button } from '#shared/ui/kit/buttons/button.tsx'
import { Field } from '#shared/ui/kit/forms/field.tsx'
import { Dialog } from '#shared/ui/kit/layout/dialog.tsx'
import { Row, Rows } from '#shared/ui/kit/layout/rows.tsx'
import { Section } from '#shared/ui/kit/layout/section.tsx'
import { announce } from '#shared/ui/kit/states/announcements.ts'
import { Tag } from '#shared/ui/kit/values/tag.tsx'
import { textOf } from '#shared/ui/security/text-of.ts'
import { ask } from '../../background/ask.ts'
import type { Profile } from '../../gateway/profiles.ts'
import { goInTab } from '../../ui/frame/open-tab.ts'
import { fieldFlaw } from '../../ui/obstacles/field-flaw.ts'
import { go } from '../../ui/routes/route.ts'
import type { Surface } from '../../ui/routes/screen.ts'
import { ProfileName } from '../../ui/wallets/profile-name.tsx'
import { appWords } from '../../words/en/app.ts'
import { settingsWords } from '../../words/en/settings/settings.ts'
import { isTaken } from '../connect/model.ts'

/** The gateways that are connected, and the way to one more. */
export function Gateways({ surface, list }: { surface: Surface; list: readonly Profile[] }) {
  const words = settingsWords
  const [renaming, setRenaming] = useState<Profile>()
  const add = (
    <Button icon="plus" onClick={() => goInTab(surface, 'connect')}>
      {words.addGateway}
    </Button>
  )
  return (
    <Section title={words.gateways} actions={add}>
      <Rows label={words.gateways}>
        {list.map((profile) => (
          <GatewayRow key={profile.id} profile={profile} surface={surface} onRename={() => setRenaming(profile)} />
        ))}
      </Rows>
      {renaming !== undefined && (
        <Rename
          profile={renaming}
          others={list.filter(({ id }) => id !== renaming.id)}
          onClose={() => setRenaming(undefined)}
        />
      )}
    </Section>
  )
}

type GatewayRowProps = { profile: Profile; surface: Surface; onRename: () => void }

function GatewayRow({ profile, surface, onRename }: GatewayRowProps) {
  const words = settingsWords
  const { id, name, origin, email, key, state } = profile
  return (
    <Row
      title={<ProfileName profile={profile} />}
      meta={[
        origin,
        email,
        key.prefix !== '' && words.key(key.prefix),
        state === 'rejected' && (
          <Tag tone="warn" icon="warning">
            {key.id === '' ? words.noKey : words.rejected}
          </Tag>
        ),
      ]}
      actions={
        <>
          <Button kind="quiet" label={words.renameOf(name)} onClick={onRename}>
            {words.rename}
          </Button>
          <Button
            kind="quiet"
            label={words.reconnectOf(name)}
            onClick={() => goInTab(surface, 'connect', { reconnect: id })}
          >
            {appWords.reconnect}
          </Button>
          <Button kind="quiet-danger" label={words.removeOf(name)} onClick={() => go('settings', { remove: id })}>
            {words.remove}
          </Button>
        </>
      }
    />
  )
}

type RenameProps = { profile: Profile; others: readonly Profile[]; onClose: () => void }

function Rename({ profile, others, onClose }: RenameProps) {
  const words = settingsWords
  const rename = async (values: FormData) => {
    const name = textOf(values, 'name')
    if (isTaken(name, others)) throw fieldFlaw('name', words.nameTaken)
    await ask('profile.rename', { profileId: profile.id, name })
    announce(words.renamed)
  }
  return (
    <Dialog title={words.renameTitle} action={words.save} onSubmit={rename} onClose={onClose}>
      <Field
        label={words.name}
        name="name"
        maxLength={100}
        initial={profile.name}
        pattern=".*\S.*"
        title={words.noName}
      />
    </Dialog>
  )
}
