import type { JSX } from 'preact'

/** The pieces, drawn. The words beside them say what they are. */
const drawings: Record<string, JSX.Element> = {
  cup: (
    <>
      <path class="glaze" d="M58 62h84v52c0 20-14 34-34 34H92c-20 0-34-14-34-34z" />
      <path class="clay" d="M58 104h84v10c0 20-14 34-34 34H92c-20 0-34-14-34-34z" />
      <path class="line" d="M142 76h10c13 0 20 8 20 19s-7 19-20 19h-10" />
      <ellipse class="inside" cx="100" cy="62" rx="42" ry="9" />
    </>
  ),
  bowl: (
    <>
      <path class="glaze" d="M34 78h132c-2 42-28 68-66 68S36 120 34 78z" />
      <path class="clay" d="M82 143h36l4 11H78z" />
      <ellipse class="inside" cx="100" cy="78" rx="66" ry="14" />
      <path class="line" d="M34 78c2-9 30-15 66-15s64 6 66 15" />
    </>
  ),
  vase: (
    <>
      <path class="line" d="M101 76C99 54 104 42 112 30" />
      <path class="leaf" d="M112 31c10-9 20-9 26-4-5 9-15 12-26 4zM104 50c-9-9-19-8-24-3 5 9 14 11 24 3z" />
      <path class="clay" d="M90 76h22c-2 16 22 26 22 48 0 18-14 28-33 28s-33-10-33-28c0-22 24-32 22-48z" />
      <path class="glaze" d="M90 76h22c-1 8 3 14 8 20-6 8-32 10-39 1 6-6 10-13 9-21z" />
      <ellipse class="inside" cx="101" cy="76" rx="11" ry="3.5" />
    </>
  ),
}

export function Picture({ of }: { of: string }) {
  return (
    <svg class="picture" viewBox="0 0 200 170" aria-hidden="true" focusable="false">
      <ellipse class="shade" cx="102" cy="153" rx="62" ry="8" />
      {drawings[of]}
    </svg>
  )
}
