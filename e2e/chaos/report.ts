import type { Findings, Problem } from './checks/check.ts'

/** What a run adds up to. */
export type Report = {
  kills: number
  restores: number
  faults: Map<string, number>
  payments: number
  problems: Problem[]
  /** Answers that no gateway should give. */
  surprises: string[]
  recoveries: number[]
}

export function emptyReport(): Report {
  return { kills: 0, restores: 0, faults: new Map(), payments: 0, problems: [], surprises: [], recoveries: [] }
}

export function addFindings(report: Report, findings: Findings): void {
  report.payments += findings.payments
  report.problems.push(...findings.problems)
  report.surprises.push(...findings.surprises)
}

/** The last lines of a run, in this order, for anyone who reads them with a program. */
export function lastLines(report: Report): string {
  const kinds = [...report.faults].sort().map(([name, count]) => `${name} ${count}`)
  const met = [...report.faults.values()].reduce((sum, count) => sum + count, 0)
  const count = (kind: Problem['kind']) => report.problems.filter((problem) => problem.kind === kind).length
  return [
    `kills ${report.kills}`,
    `restores ${report.restores}`,
    `faults ${met} by kind${kinds.length === 0 ? '' : ` ${kinds.join(', ')}`}`,
    `payments ${report.payments}`,
    `doubled ${count('doubled')}`,
    `lost ${count('lost')}`,
    `stuck ${count('stuck')}`,
    `worst recovery ${Math.round(Math.max(0, ...report.recoveries))} ms`,
    '',
  ].join('\n')
}
