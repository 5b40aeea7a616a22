import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import { routes } from '#shared/routes/routes.ts'

/** What React alone needs from a press to the paint of another page. */
function EmptyPage() {
  const [isNext, setNext] = useState(false)
  return (
    <main>
      <h1>{isNext ? 'Next' : 'First'}</h1>
      <a
        href={routes.pricing}
        onClick={(event) => {
          event.preventDefault()
          setNext(true)
        }}
      >
        Next
      </a>
    </main>
  )
}

createRoot(document.body).render(<EmptyPage />)
