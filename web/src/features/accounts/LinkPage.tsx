import { useLocation } from 'react-router-dom';
import { paths } from '@/paths';
import { ForgottenPage } from './ForgottenPage';
import { ResetPasswordPage } from './ResetPasswordPage';
import { VerifyEmailPage } from './VerifyEmailPage';

/**
 * Pages that links in e-mails lead to, and the page to ask for such a link; one bundle chunk for all, because the app
 * lists each chunk that it may fetch.
 */
function LinkPage() {
  const { pathname } = useLocation();
  if (pathname === paths.resetPassword('/forgotten')) return <ForgottenPage />;
  if (pathname === paths.resetPassword('/email')) return <VerifyEmailPage />;
  return <ResetPasswordPage />;
}

export { LinkPage as Component };
