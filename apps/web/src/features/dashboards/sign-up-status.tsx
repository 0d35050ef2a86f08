import { signUpMeaning, useSignUpMode } from '../../lib/use-sign-up-mode.ts'
import classes from './dashboard.module.css'

const words = { open: 'Open', invited: 'By invitation', closed: 'Closed' }

/** The sign-up mode (SIGN_UP). A setting is neither good nor bad, so the line has no health. */
export function SignUpStatus() {
  const mode = useSignUpMode()
  if (!mode) return null
  return (
    <div className={classes.signUp}>
      <dl className={classes.status}>
        <div>
          <dt className={classes.quiet}>Sign-up</dt>
          <dd>{words[mode]}</dd>
        </div>
      </dl>
      <p className={classes.quiet}>
        {signUpMeaning[mode]}
        {mode === 'open' && ' The setting SIGN_UP changes that.'}
      </p>
    </div>
  )
}
