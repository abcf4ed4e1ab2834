/** The operator's own account: nobody can sign in to it, and its payments are rows and legs like all others. */
export const OPERATOR_ACCOUNT = 'operator'
