import type { ScreenProps } from '../../ui/routes/screen.ts'
import { RequestDetail } from './detail.tsx'
import { RequestList } from './list.tsx'
import { MakeRequest } from './make.tsx'

/** Requests to be paid: all of them, one, or a new one. */
export function Requests(props: ScreenProps) {
  const { params } = props
  const id = params.get('id')
  if (id !== null) return <RequestDetail {...props} key={id} id={id} />
  return params.has('make') ? <MakeRequest {...props} /> : <RequestList {...props} />
}
