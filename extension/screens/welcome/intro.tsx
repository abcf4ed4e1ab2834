import { Icon } from '#shared/ui/kit/icons/icon.tsx'
import { welcomeWords } from '../../words/en/session/welcome.ts'

/** What Sotto is, in two sentences and a picture. */
export function Intro() {
  const words = welcomeWords.intro
  return (
    <section class="intro">
      <p>
        {words.what} {words.who}
      </p>
      <ol class="intro-picture">
        <li>
          <Icon name="device" />
          {words.you}
        </li>
        <li>
          <Icon name="shield" />
          {words.gateway}
        </li>
        <li>
          <Icon name="eye-off" />
          {words.chain} <span class="hint">{words.hidden}</span>
        </li>
      </ol>
    </section>
  )
}
