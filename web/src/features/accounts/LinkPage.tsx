import { useLocation } from 'react-router-dom';
import { paths } from '@/paths';
import { ForgottenPage } from './ForgottenPage';
import { ResetPasswordPage } from './ResetPasswordPage';
import { VerifyEmailPage } from './VerifyEmailPage';

/** What the links in e-mails lead to, and where one is asked for; one part, as the app names each that it may fetch. */
function LinkPage() {
  const { pathname } = useLocation();
  if (pathname === paths.resetPassword('/forgotten')) return <ForgottenPage />;
  if (pathname === paths.resetPassword('/email')) return <VerifyEmailPage />;
  return <ResetPasswordPage />;
}

export { LinkPage as Component };
