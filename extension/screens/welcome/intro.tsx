import { Icon } from '#shared/ui/kit/icons/icon.tsx'
import { welcomeWords } from '../../words/en/session/welcome.ts'

/** What Sotto is, in two sentences and a picture. */
export function Intro() {
  const said = welcomeWords.intro
  return (
    <section class="intro">
      <p>
        {said.what} {said.who}
      </p>
      <ol class="intro-picture">
        <li>
          <Icon name="device" />
          {said.you}
        </li>
        <li>
          <Icon name="shield" />
          {said.gateway}
        </li>
        <li>
          <Icon name="eye-off" />
          {said.chain} <span class="hint">{said.hidden}</span>
        </li>
      </ol>
    </section>
  )
}
