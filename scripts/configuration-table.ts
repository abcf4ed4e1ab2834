// Writes the table of settings in gateway/docs/configuration.md from the schema.
import { readFileSync, writeFileSync } from 'node:fs'
import { type Variable, variables } from '../gateway/config/variables.ts'

const rows = Object.entries(variables as Record<string, Variable>).map(
  ([name, { meaning, fallback }]) => `| \`${name}\` | ${fallback ? `\`${fallback}\`` : ''} | ${meaning} |`,
)
const table = ['| variable | default | meaning |', '| --- | --- | --- |', ...rows].join('\n')
const file = 'gateway/docs/configuration.md'
const text = readFileSync(file, 'utf8')
const begin = /(<!-- configuration:begin[^>]*-->\n)[\s\S]*?(<!-- configuration:end -->)/
writeFileSync(
  file,
  text.replace(begin, (_, open: string, close: string) => `${open}\n${table}\n\n${close}`),
)
