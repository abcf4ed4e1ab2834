/** Labels of Zama's relayer that its client 0.4.3 understands, and the status that each comes with. */
export const labels = {
  malformed_json: 400,
  request_error: 400,
  missing_fields: 400,
  validation_failed: 400,
  not_ready_for_decryption: 400,
  not_allowed_on_host_acl: 400,
  not_found: 404,
  internal_server_error: 500,
  readiness_check_timed_out: 503,
} as const

export type Label = keyof typeof labels

export class RelayerRefusal extends Error {
  readonly label: Label
  readonly details: { field: string; issue: string }[]
  constructor(label: Label, message: string, details: { field: string; issue: string }[] = []) {
    super(message)
    this.name = 'RelayerRefusal'
    this.label = label
    this.details = details
  }
  get status(): number {
    return labels[this.label]
  }
}
