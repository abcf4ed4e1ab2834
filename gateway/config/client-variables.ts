/**
 * Variables of the commands that ask a gateway with an API key (`cli/verbs/connection.ts`): they are no settings of a gateway.
 */
export const clientVariables: readonly string[] = ['SOTTO_GATEWAY_URL', 'SOTTO_GATEWAY_FILE', 'SOTTO_API_KEY']
