import { useEffect, useState } from 'react'

/** Asks about an address whose provider is one letter off, in an element with its field. It stops nobody. */
export function LikelyEmail({ email, onTake }: { email: string; onTake(email: string): void }) {
  const [meant, setMeant] = useState<string | null>(null)

  useEffect(() => {
    let isCurrent = true
    // The list of providers comes once somebody types.
    if (email.includes('@')) {
      import('#shared/text/likely-email.ts').then(
        ({ likelyEmail }) => isCurrent && setMeant(likelyEmail(email)),
        () => {},
      )
    } else setMeant(null)
    return () => {
      isCurrent = false
    }
  }, [email])

  return (
    <p className="Field-likely" role="status">
      {meant && (
        <>
          <span>Did you mean</span>{' '}
          <button
            className="TextLink"
            type="button"
            onClick={({ currentTarget }) => {
              onTake(meant)
              // The button goes away with its question.
              currentTarget.closest('div')?.querySelector('input')?.focus()
            }}
            translate="no"
          >
            {meant}
          </button>
          <span>?</span>
        </>
      )}
    </p>
  )
}
