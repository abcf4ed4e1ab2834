import { call, sentence } from './api.js'
import { announce, atTime, busy, h } from './dom.js'
import { fill, row, rowButton, rows } from './section.js'

export function showSessions(leave) {
  const load = () => call('GET', '/me/sessions')
  const draw = ({ sessions }) => rows(sessions.map(drawSession), 'No session.')

  function drawSession(session) {
    const name = browserOf(session.userAgent)
    const title = [name, session.current && h('span', { class: 'tag' }, 'this one')].filter(Boolean)
    const meta = [`Since ${atTime(session.createdAt)} · last seen ${atTime(session.lastSeenAt)}`]
    if (session.current) return row(title, meta)
    const end = async (event) => {
      try {
        await busy(event.currentTarget, () => call('DELETE', `/me/sessions/${session.id}`))
        announce('The session has ended.')
      } catch (error) {
        if (error.code === 'invalid_session') return leave()
        announce(sentence(error))
      }
      fill('sessions', load, draw)
    }
    return row(title, meta, rowButton('End', `session ${name}`, end, true))
  }
  fill('sessions', load, draw)
}

/** Good enough to tell one's own browsers apart. */
function browserOf(userAgent) {
  if (userAgent === null) return 'A program'
  const name = [
    [/Edg\//, 'Edge'],
    [/Firefox\//, 'Firefox'],
    [/Chrom(e|ium)\//, 'Chromium'],
    [/Safari\//, 'Safari'],
  ].find(([pattern]) => pattern.test(userAgent))?.[1]
  const system = [
    [/Android/, 'Android'],
    [/iPhone|iPad/, 'iOS'],
    [/Windows/, 'Windows'],
    [/Mac OS/, 'macOS'],
    [/Linux/, 'Linux'],
  ].find(([pattern]) => pattern.test(userAgent))?.[1]
  if (name === undefined) return userAgent
  return system === undefined ? name : `${name} on ${system}`
}
