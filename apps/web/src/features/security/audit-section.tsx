import { ChainCheck } from './chain-check.tsx'
import { RlsAudit } from './rls-audit.tsx'
import classes from './security.module.css'

/** Whether the data is walled off and the log untouched. */
export function AuditSection({ onShowEvent }: { onShowEvent: (number: number) => void }) {
  return (
    <div className={classes.audit}>
      <RlsAudit />
      <ChainCheck onShowEvent={onShowEvent} />
    </div>
  )
}
