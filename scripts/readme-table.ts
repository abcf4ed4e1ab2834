// Writes the configuration table of the README from the schema.
import { readFileSync, writeFileSync } from 'node:fs'
import { type Variable, variables } from '../gateway/config/variables.ts'

const rows = Object.entries(variables as Record<string, Variable>).map(
  ([name, { meaning, fallback }]) => `| \`${name}\` | ${fallback ? `\`${fallback}\`` : ''} | ${meaning} |`,
)
const table = ['| variable | default | meaning |', '| --- | --- | --- |', ...rows].join('\n')
const text = readFileSync('README.md', 'utf8')
const begin = /(<!-- configuration:begin[^>]*-->\n)[\s\S]*?(<!-- configuration:end -->)/
writeFileSync(
  'README.md',
  text.replace(begin, (_, open: string, close: string) => `${open}${table}\n${close}`),
)
