import { consentLines } from '@muster/domain/consent.ts'
import type { ReactNode } from 'react'
import classes from './consents.module.css'

/** What is recorded, who sees it, for how long, and how to take it back. */
export function ConsentLines({ retentionDays }: { retentionDays: number }) {
  return (
    <ul className={classes.lines}>
      {consentLines(retentionDays).map(line => (
        <li key={line}>{emphasised(line)}</li>
      ))}
    </ul>
  )
}

/** The words before the colon stand out. */
function emphasised(line: string): ReactNode {
  const [, head, rest] = /^([^:.]+:)(.*)$/.exec(line) ?? []
  return head ? (
    <>
      <strong>{head}</strong>
      {rest}
    </>
  ) : (
    line
  )
}
