import { Button, Center } from '@mantine/core'
import { useSignOut } from '../../lib/session/use-sign-out.ts'
import { SetUpTwoStep } from './set-up-two-step.tsx'
import classes from './two-step.module.css'
import { useReloadTwoStep } from './use-reload-two-step.ts'
import { useSetUp } from './use-set-up.ts'

/** In place of every page, for who must have a second step and has none: the server answers nothing else. */
export function TwoStepDue() {
  const signOut = useSignOut()
  const reload = useReloadTwoStep()
  const flow = useSetUp()
  return (
    <Center component="main" mih="100dvh" p="md">
      <div className={classes.due}>
        <h1 className={classes.dueTitle}>Set up two-step sign-in</h1>
        <p className={classes.quiet}>
          Your organisation asks it of everybody who looks after others. It takes two minutes; then everything
          is as before.
        </p>
        <SetUpTwoStep flow={flow} onDone={() => void reload()} />
        <Button variant="subtle" onClick={() => void signOut()}>
          Sign Out
        </Button>
      </div>
    </Center>
  )
}
