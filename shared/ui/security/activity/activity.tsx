import { useRef } from 'preact/hooks'
import { Rows } from '../../kit/layout/rows.tsx'
import { Section } from '../../kit/layout/section.tsx'
import { Empty } from '../../kit/states/empty.tsx'
import { Loaded } from '../../kit/states/loaded.tsx'
import { useLoad, useReload } from '../../kit/states/use-load.ts'
import { securityWords } from '../../words/security.ts'
import { Pages } from '../pages.tsx'
import type { SecurityProps } from '../props.ts'
import { ActivityRow } from './activity-row.tsx'

const PAGE_SIZE = 10

/** What happened to the account, newest first. It asks again whenever `version` grows. */
export function Activity({ api, version }: Pick<SecurityProps, 'api'> & { version: number }) {
  const words = securityWords.activity
  const wanted = useRef(1)
  const events = useLoad((signal) => api.listEvents({ page: wanted.current, pageSize: PAGE_SIZE }, { signal }), [api])
  useReload(events, version)
  // What is on screen stays until the next page is there, so that the buttons keep their place and the focus.
  const turn = (page: number) => {
    wanted.current = page
    return events.reload()
  }
  return (
    <Section title={words.title}>
      <Loaded of={events} empty={({ total }) => total === 0} whenEmpty={<Empty icon="activity">{words.empty}</Empty>}>
        {({ items, page, total }) => (
          <>
            <Rows>
              {items.map((event) => (
                <ActivityRow key={event.id} event={event} />
              ))}
            </Rows>
            <Pages page={page} pages={Math.max(1, Math.ceil(total / PAGE_SIZE))} onPage={turn} />
          </>
        )}
      </Loaded>
    </Section>
  )
}
