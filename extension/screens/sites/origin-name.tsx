import './sites.css'

/** A site by its whole origin, as the browser writes it: punycode stays punycode. The host is what counts. */
export function OriginName({ origin, id }: { origin: string; id?: string }) {
  const { protocol, hostname, port } = new URL(origin)
  return (
    <bdi class="origin-name" dir="ltr" id={id}>
      <span class="origin-rest">{`${protocol}//`}</span>
      <strong class="origin-host">{hostname}</strong>
      {port !== '' && <span class="origin-rest">:{port}</span>}
    </bdi>
  )
}
