import { useEffect, useState } from 'react'

/** Asks about an address whose provider is one letter off. Render it in an element with its field. It blocks nothing. */
export function LikelyEmail({ email, onTake }: { email: string; onTake(email: string): void }) {
  const [meant, setMeant] = useState<string | null>(null)

  useEffect(() => {
    let isCurrent = true
    // Loads the list of providers once the address contains an @.
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
              // The button disappears with its question, so the field gets the focus.
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
