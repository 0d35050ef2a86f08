import { limits } from '@muster/domain/limits.ts'
import { isCommonPassword, passwordStrength } from '@muster/domain/sign-up.ts'
import classes from './password-strength.module.css'

const words = ['Too weak', 'Weak', 'Fair', 'Good', 'Strong'] as const

type Props = { password: string /** Smallest length, in characters. */; min?: number }

/** A hint while the password is typed. Only the rules refuse; this advises. */
export function PasswordStrength({ password, min = limits.passwordMin }: Props) {
  if (password === '') return null
  const strength = password.length < min ? 0 : passwordStrength(password)
  return (
    <div className={classes.strength} role="status">
      <div className={classes.bars} aria-hidden="true">
        {[1, 2, 3, 4].map(step => (
          <span
            key={step}
            className={classes.bar}
            data-on={step <= Math.max(1, strength) ? strength : undefined}
          />
        ))}
      </div>
      <p className={classes.word}>
        {/* Not the sentence of the rule: the field says it below, and once is enough. */}
        Password strength: {isCommonPassword(password) ? 'Too common' : words[strength]}
      </p>
    </div>
  )
}
