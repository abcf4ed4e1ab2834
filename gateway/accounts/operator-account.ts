/** The operator's own account: no sign-in leads to it, and its payments are rows and legs like all others. */
export const OPERATOR_ACCOUNT = 'operator'
