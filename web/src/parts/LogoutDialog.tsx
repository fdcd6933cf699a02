import { useNavigate } from 'react-router-dom';
import { logOut } from '@/api/client';
import { paths } from '@/paths';
import { ConfirmDialog } from '@/ui/ConfirmDialog';

/** Asks before logging out. */
export default function LogoutDialog({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  return (
    <ConfirmDialog
      title="Apakah Anda yakin?"
      text="Anda akan keluar dari akun ini."
      confirm="Ya, logout!"
      onClose={onClose}
      onConfirm={() => {
        logOut();
        void navigate(paths.login());
      }}
    />
  );
}
