"""What pyproject.toml says, built elsewhere: `pip install ./reference` leaves nothing in the source tree."""

import atexit
import shutil
import tempfile

from setuptools import setup

folder = tempfile.mkdtemp()
atexit.register(shutil.rmtree, folder, ignore_errors=True)
setup(options={"build": {"build_base": folder}, "egg_info": {"egg_base": folder}})
