import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { orpc } from '../../lib/api.ts'
import classes from './auth-frame.module.css'

type Props = { disabled: boolean; onChoose: (credentials: { email: string; password: string }) => void }

/** The demo organisation's accounts, one tap each. Only a server that runs the demo names any. */
export function DemoSignIns({ disabled, onChoose }: Props) {
  const settings = useQuery(orpc.auth.settings.queryOptions())
  const accounts = settings.data?.demoSignIns ?? []
  const hosts = settings.data?.demoMapHosts ?? []
  if (accounts.length === 0) return null
  return (
    <section className={classes.demo} aria-labelledby="demo-title">
      <h2 className={classes.demoTitle} id="demo-title">
        Demo: sign in as
      </h2>
      <p className={classes.demoHint}>
        This installation runs with invented people and zones. One tap signs you in.
      </p>
      {hosts.length > 0 && (
        <p className={classes.demoHint}>
          Its maps show streets: your browser fetches them from{' '}
          {hosts.map(host => new URL(host).host).join(', ')}, which sees your address and the area you look
          at.
        </p>
      )}
      <div className={classes.demoList}>
        {accounts.map(({ label, email, password }) => (
          <Button
            key={email}
            variant="default"
            px="xs"
            classNames={{ root: classes.demoChoice, label: classes.demoLabel }}
            disabled={disabled}
            title={email}
            onClick={() => onChoose({ email, password })}
          >
            {label}
          </Button>
        ))}
      </div>
    </section>
  )
}
