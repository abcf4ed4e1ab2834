/** Tells a password manager whose password is asked for. */
export function HiddenUsername({ email }: { email: string }) {
  return <input name="username" type="email" autocomplete="username" value={email} readOnly hidden />
}
